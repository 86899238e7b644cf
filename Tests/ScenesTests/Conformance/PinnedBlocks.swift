/// The `validate { … }` blocks in the tests of swift-async-algorithms, and how each is translated.
enum PinnedBlocks {
  /// The version that has them.
  static let version = "1.1.4"

  /// Those that pass.
  static let passing = """
    TestBuffer.test_given_a_base_sequence_when_bufferingOldest_then_the_policy_is_applied
    TestBuffer.test_given_a_base_sequence_when_bufferingOldest_with_0_limit_then_the_policy_is_transparent
    TestBuffer.test_given_a_base_sequence_when_bufferingOldest_at_slow_pace_then_no_element_is_dropped
    TestBuffer.test_given_a_failable_base_sequence_when_bufferingOldest_then_the_failure_is_forwarded
    TestBuffer.test_given_a_base_sequence_when_bufferingNewest_then_the_policy_is_applied
    TestBuffer.test_given_a_base_sequence_when_bufferingNewest_with_limit_0_then_the_policy_is_transparent
    TestBuffer.test_given_a_base_sequence_when_bufferingNewest_at_slow_pace_then_no_element_is_dropped
    TestBuffer.test_given_a_failable_base_sequence_when_bufferingNewest_then_the_failure_is_forwarded
    TestBuffer.test_given_a_base_sequence_when_bounded_with_limit_0_then_the_policy_is_transparent
    TestChunk.test_count_one
    TestChunk.test_signal_equalChunks
    TestChunk.test_signal_unequalChunks
    TestChunk.test_signal_emptyChunks
    TestChunk.test_signal_error
    TestChunk.test_signal_unsignaledTrailingChunk
    TestChunk.test_signalAndCount_signalAlwaysPrevails
    TestChunk.test_signalAndCount_countAlwaysPrevails
    TestChunk.test_signalAndCount_countResetsAfterCount
    TestChunk.test_signalAndCount_countResetsAfterSignal
    TestChunk.test_signalAndCount_error
    TestChunk.test_time_equalChunks
    TestChunk.test_time_unequalChunks
    TestChunk.test_time_emptyChunks
    TestChunk.test_time_error
    TestChunk.test_time_unsignaledTrailingChunk
    TestChunk.test_timeAndCount_timeAlwaysPrevails
    TestChunk.test_timeAndCount_countAlwaysPrevails
    TestChunk.test_timeAndCount_countResetsAfterCount
    TestChunk.test_timeAndCount_countResetsAfterSignal
    TestChunk.test_timeAndCount_error
    TestChunk.test_count
    TestChunk.test_count_nonuniformTiming
    TestChunk.test_count_trailingChunk
    TestChunk.test_count_error
    TestChunk.test_group
    TestChunk.test_group_singleValue
    TestChunk.test_group_singleGroup
    TestChunk.test_group_error
    TestChunk.test_projection
    TestChunk.test_projection_singleValue
    TestChunk.test_projection_singleGroup
    TestChunk.test_projection_error
    TestDebounce.test_delayingValues
    TestDebounce.test_delayingValues_dangling_last
    TestDebounce.test_finishDoesntDebounce
    TestDebounce.test_throwDoesntDebounce
    TestDebounce.test_noValues
    TestMerge2.test_merge_makes_sequence_with_ordered_elements_when_sources_follow_a_timeline
    TestMerge3.test_merge_makes_sequence_with_ordered_elements_when_sources_follow_a_timeline
    TestThrottle.test_rate_0
    TestThrottle.test_rate_0_leading_edge
    TestThrottle.test_rate_1
    TestThrottle.test_rate_1_leading_edge
    TestThrottle.test_rate_2
    TestThrottle.test_rate_2_leading_edge
    TestThrottle.test_rate_3
    TestThrottle.test_rate_3_leading_edge
    TestThrottle.test_throwing
    TestThrottle.test_throwing_leading_edge
    TestThrottle.test_emission_2_rate_1
    TestThrottle.test_emission_2_rate_2
    TestThrottle.test_emission_3_rate_2
    TestThrottle.test_emission_2_rate_3
    TestThrottle.test_trailing_delay_without_latest
    TestThrottle.test_trailing_delay_with_latest
    TestTimer.test_tick1
    TestTimer.test_tick2
    TestTimer.test_tick3
    TestValidationDiagram.test_diagram
    TestValidationDiagram.test_diagram_space_noop
    TestValidationDiagram.test_diagram_string_input
    TestValidationDiagram.test_diagram_string_input_expectation
    TestValidationDiagram.test_diagram_string_dsl_contents
    TestValidationDiagram.test_diagram_grouping_source
    TestValidationDiagram.test_diagram_groups_of_one
    TestValidationDiagram.test_cancel_event
    TestValidationDiagram.test_diagram_failure_mismatch_value
    TestValidationDiagram.test_diagram_failure_value_for_finish
    TestValidationDiagram.test_diagram_failure_finish_for_value
    TestValidationDiagram.test_diagram_failure_finish_for_error
    TestValidationDiagram.test_diagram_failure_error_for_finish
    TestValidationDiagram.test_diagram_failure_value_for_error
    TestValidationDiagram.test_diagram_failure_error_for_value
    TestValidationDiagram.test_diagram_failure_expected_value
    TestValidationDiagram.test_diagram_failure_expected_failure
    TestValidationDiagram.test_diagram_failure_unexpected_value
    TestValidationDiagram.test_diagram_failure_unexpected_failure
    TestValidationDiagram.test_diagram_parse_failure_unbalanced_group
    TestValidationDiagram.test_diagram_parse_failure_unbalanced_group_input
    TestValidationDiagram.test_diagram_parse_failure_nested_group
    TestValidationDiagram.test_diagram_parse_failure_nested_group_input
    TestValidationDiagram.test_diagram_parse_failure_step_in_group
    TestValidationDiagram.test_diagram_parse_failure_step_in_group_input
    TestValidationDiagram.test_diagram_specification_produce_past_end
    TestValidationDiagram.test_diagram_specification_throw_past_end
    TestValidationDiagram.test_delayNext
    TestValidationDiagram.test_delayNext_initialDelay
    TestValidationDiagram.test_delayNext_into_emptyTick
    TestValidationDiagram.test_values_one_at_a_time_after_delay
    """.split(separator: "\n").map(String.init)

  /// Those that can't be said here, and why.
  static let leftOut = [
    ("TestTimer.test_tick2_event_skew3", "a closure of its own Swift, which sleeps"),
    ("TestValidationDiagram.test_diagram_emoji", "its diagrams are in an alphabet of its own"),
  ]
}
