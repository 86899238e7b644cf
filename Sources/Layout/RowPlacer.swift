internal import Marbles
internal import Scenes

/// Decides where everything of one row is.
///
/// A column is an instant: a value, a mark or an end begins in the column of its time. A marble that would cover what comes
/// after it in its row is a dot, whose text hangs on a free line above the row.
struct RowPlacer {
  let contents: RowContents
  let scale: TimeScale
  let measure: TextMeasure
  let density: TimelineLayout.Density
  let form: MarbleForm
  let texts: RowTexts
  /// The events of each column.
  private let groups: [Group]
  /// One for each column.
  let marks: [RowPlacement.PlacedMark]
  /// The columns of marks on the line of the row, in order.
  private let barriers: [Int]
  private let end: RowPlacement.End?

  /// The events of one column.
  struct Group {
    var events: Range<Int>
    var column: Int
  }

  /// The widest text of a dropped value, in columns.
  private static let widestMark = 6
  /// The fewest columns of a longer expression right of the gutter.
  private static let leastExpression = 24

  /// - Parameters:
  ///   - scale: a scale that is not scrolled.
  ///   - widest: the maximum width of a marble, in columns.
  init(
    _ contents: RowContents, texts: RowTexts? = nil, scale: TimeScale, measure: TextMeasure, widest: Int,
    density: TimelineLayout.Density, form: MarbleForm
  ) {
    (self.contents, self.scale, self.measure, self.density, self.form) = (contents, scale, measure, density, form)
    self.texts = texts ?? RowTexts(contents.events, labels: contents.labels, measure: measure, widest: widest)
    let groups = Self.groups(of: contents.events, scale)
    self.groups = groups
    let end = contents.end.map { end in
      let last = contents.events.last
      let (column, isBorder) = (scale.center(end), last?.time == end)
      // Two instants may be in one column.
      let least = isBorder ? column : (groups.last?.column ?? column - 1) + 1
      return RowPlacement.End(column: max(column, least), isBorder: isBorder)
    }
    self.end = end
    let columns = Set(groups.map(\.column) + [end?.column].compactMap(\.self))
    marks = Self.marks(contents.marks, scale, taken: columns)
    barriers = marks.filter { $0.line == 0 }.map(\.column)
  }

  private static func groups(of events: [Event], _ scale: TimeScale) -> [Group] {
    var groups: [Group] = []
    for (index, event) in events.enumerated() {
      let column = scale.center(event.time)
      if let last = groups.last, last.column == column {
        groups[groups.count - 1].events = last.events.lowerBound..<index + 1
      } else {
        groups.append(Group(events: index..<index + 1, column: column))
      }
    }
    return groups
  }

  /// The greatest mark of each column; above the line of the row where there is a value.
  private static func marks(
    _ marks: [RowMark], _ scale: TimeScale, taken: Set<Int>
  ) -> [RowPlacement.PlacedMark] {
    var placed: [RowPlacement.PlacedMark] = []
    for mark in marks {
      let column = scale.center(mark.place)
      guard let last = placed.last, last.column == column else {
        placed.append(RowPlacement.PlacedMark(mark: mark, column: column, line: taken.contains(column) ? 1 : 0))
        continue
      }
      if last.mark.kind < mark.kind { placed[placed.count - 1].mark = mark }
      placed[placed.count - 1].mark.notes = last.mark.notes + mark.notes
      placed[placed.count - 1].mark.time = min(last.mark.time, mark.time)
      placed[placed.count - 1].mark.value = nil
    }
    return placed
  }

  // MARK: Placement

  /// The places with some lines above the row.
  ///
  /// - Parameters:
  ///   - lines: the number of lines above the marbles.
  ///   - expressionLine: the one of the expression, counted from the marbles upwards; nil for none.
  func placement(lines: Int, expressionLine: Int?) -> RowPlacement {
    let whole = placement(lines: lines, expressionLine: expressionLine, reserved: contents.expression)
    let reserved = min(contents.expression, scale.left + Self.leastExpression)
    guard whole.missing > 0, expressionLine != nil, reserved < contents.expression else { return whole }
    // Texts are worth more than the end of an expression.
    let other = placement(lines: lines, expressionLine: expressionLine, reserved: reserved)
    return other.missing < whole.missing ? other : whole
  }

  /// - Parameter reserved: the columns of the expression that no text takes.
  private func placement(lines: Int, expressionLine: Int?, reserved: Int) -> RowPlacement {
    let inside = (density.height - 1) / 2
    var placement = RowPlacement(shapes: shapes(), marks: marks, end: end)
    var free = FreeLines(count: inside + lines, columns: scale.left..<max(scale.left + 1, scale.limit))
    for shape in placement.shapes where !shape.isDot {
      // A circle is higher than a line of an inner stream.
      for line in 1..<max(inside, shape.isCircle ? 1 : 0) + 1 { free.take(shape.shoulders, line: line) }
    }
    lift(&placement, &free) { $0 != .signal }
    // A mark above the row is worth more than the end of an expression, but better off on a line without one.
    let line = expressionLine.map { inside + $0 }
    let lifted = placement.marks.first { $0.line > 0 && $0.line == line && $0.mark.kind != .signal }?.column ?? .max
    let most = lifted == .max ? reserved : max(0, min(reserved, lifted - 2))
    if let line { free.take(0..<most + 2, line: line) }
    hang(&placement, &free)
    annotate(&placement, &free)
    // Signals are told by what they release, too.
    lift(&placement, &free) { $0 == .signal }
    placement.marks.removeAll { $0.line < 0 }
    if let line {
      let rest = contents.expression - most
      let more = most < reserved ? 0 : free.room(from: most + 2, line: line, limit: rest)
      placement.expression = most + (most < reserved || most + 2 >= scale.left ? more : rest)
      placement.isExpressionCut = placement.expression < contents.expression
    }
    if let end, end.isBorder, let last = placement.shapes.last {
      placement.end?.column = last.isDot ? last.columns.upperBound : last.columns.upperBound - 1
    }
    return placement
  }

  /// Moves marks of some kinds up, each to the line above the value in its column.
  private func lift(_ placement: inout RowPlacement, _ free: inout FreeLines, where isMoved: (RowMark.Kind) -> Bool) {
    for index in placement.marks.indices
    where placement.marks[index].line > 0 && isMoved(placement.marks[index].mark.kind) {
      let column = placement.marks[index].column
      let shape = placement.shapes.partitioningIndex { $0.anchor >= column }
      let isDot = shape < placement.shapes.count && placement.shapes[shape].isDot
      let line = isDot ? 1 : (density.height + 1) / 2
      placement.marks[index].line = line
      if free.isFree(column..<column + 1, line: line) {
        free.take(column..<column + 1, line: line)
      } else if placement.marks[index].mark.kind == .signal {
        placement.marks[index].line = -1
      } else {
        placement.missing += RowStack.mark
      }
    }
  }

  /// Writes dropped values beside their marks, where nothing else is.
  private func annotate(_ placement: inout RowPlacement, _ free: inout FreeLines) {
    for index in placement.marks.indices {
      let mark = placement.marks[index]
      guard let value = mark.mark.value else { continue }
      let text = MarbleText.fitted(value, width: Self.widestMark, measure: measure)
      guard !text.contains(measure.signs.ellipsis), !text.contains(measure.signs.list) else { continue }
      let columns = mark.column + 1..<mark.column + 1 + measure.width(of: text)
      if mark.line == 0 {
        // One column of the line stays between the text and what follows.
        guard columns.upperBound < start(after: mark.column, placement) else { continue }
      } else {
        guard free.isFree(columns.lowerBound..<columns.upperBound + 1, line: mark.line) else { continue }
        free.take(columns, line: mark.line)
      }
      placement.marks[index].text = text
    }
  }

  /// The first column after a column of the row's line that something takes.
  func start(after column: Int, _ placement: RowPlacement) -> Int {
    let next = placement.shapes.partitioningIndex { $0.anchor > column }
    let shape = next < placement.shapes.count ? placement.shapes[next].columns.lowerBound : scale.limit
    return min(
      shape, barrier(after: column), self.end.map { $0.column > column ? $0.column : scale.limit } ?? scale.limit)
  }

  // MARK: Marbles and dots

  /// The first mark on the line of the row right of a column.
  private func barrier(after column: Int) -> Int {
    let next = barriers.partitioningIndex { $0 > column }
    return next < barriers.count ? barriers[next] : scale.limit
  }

  /// The last mark on the line of the row left of a column.
  func barrier(before column: Int) -> Int {
    let next = barriers.partitioningIndex { $0 >= column }
    return next > 0 ? barriers[next - 1] : .min
  }

  /// From right to left, so that of two neighbors the one that would cover the other is the dot.
  private func shapes() -> [MarbleShape] {
    var shapes: [MarbleShape] = []
    shapes.reserveCapacity(groups.count)
    // The sign of an end is a part of the row, unless it is the border of the last marble.
    var next = end.map { $0.isBorder ? scale.limit : $0.column } ?? scale.limit
    for index in groups.indices.reversed() {
      let group = groups[index]
      let limit = min(next, barrier(after: group.column))
      let before = max(index > 0 ? groups[index - 1].column : scale.left - 2, barrier(before: group.column))
      let marble =
        form.isRound ? circle(at: index, before: shapes.last) : marble(group, after: before, before: limit)
      let shape = marble ?? dot(group)
      next = shape.columns.lowerBound
      shapes.append(shape)
    }
    shapes.reverse()
    pad(&shapes)
    return shapes
  }

  private func dot(_ group: Group) -> MarbleShape {
    MarbleShape(
      events: group.events, anchor: group.column, columns: group.column..<group.column + 1,
      face: .dot(group.events.count), dock: scale.x(contents.events[group.events.lowerBound].time))
  }

  /// The marble of a single event whose whole text has room; nil where there is none.
  ///
  /// - Parameters:
  ///   - before: the column of what is left of it.
  ///   - limit: the first column of what is right of it.
  private func marble(_ group: Group, after before: Int, before limit: Int) -> MarbleShape? {
    guard group.events.count == 1, before < group.column - 1 else { return nil }
    let index = group.events.lowerBound
    if form.isBig, let big = big(group, after: before, before: limit) { return big }
    let most = min(texts.widestMarble - 2, limit - group.column - 1)
    guard most > 0, let text = texts.forms(at: index).marble.first(where: { measure.width(of: $0) <= most }) else {
      return nil
    }
    return marble(group, text)
  }

  /// The circle of a single event whose whole text fits in it; nil when it would cover what is beside it, such as the next shape.
  private func circle(at index: Int, before next: MarbleShape?) -> MarbleShape? {
    let (group, first) = (groups[index], groups[index].events.lowerBound)
    let (event, texts) = (contents.events[first], group.events.count == 1 ? texts.forms(at: first).whole : [])
    guard let text = texts.first(where: { measure.width(of: $0) <= MarbleForm.textOfCircle }) else { return nil }
    var others = next.map { [(x: $0.dock, radius: $0.isDot ? MarbleForm.dot : MarbleForm.circle)] } ?? []
    if first > 0 { others.append((scale.x(contents.events[first - 1].time), MarbleForm.dot)) }
    // Marks and the sign of the end are characters.
    if let end = contents.end, end != event.time { others.append((scale.x(end), 0.5)) }
    let near = marks.partitioningIndex { $0.column >= group.column - 3 }
    others += marks[near...].prefix { $0.column <= group.column + 3 }.filter { $0.line == 0 }
      .map { (scale.x($0.mark.place), 0.5) }
    let (x, reach) = (scale.x(event.time), MarbleForm.circle + MarbleForm.space)
    guard others.allSatisfy({ abs($0.x - x) >= reach + $0.radius }) else { return nil }
    return MarbleShape(
      events: group.events, anchor: group.column, columns: group.column - 2..<group.column + 3, face: .circle(text),
      dock: x)
  }

  func marble(_ group: Group, _ text: String) -> MarbleShape {
    MarbleShape(
      events: group.events, anchor: group.column,
      columns: group.column - 1..<group.column + measure.width(of: text) + 1, face: .text(text),
      dock: scale.x(contents.events[group.events.lowerBound].time))
  }

  /// The shape of a marble with big letters; nil when there is no room, or when a character has no big letter.
  private func big(_ group: Group, after before: Int, before limit: Int) -> MarbleShape? {
    let text = texts.forms(at: group.events.lowerBound).marble.last ?? ""
    guard let lines = measure.big(text), let letters = measure.widthOfBig(text) else { return nil }
    let width = MarbleRoom.width(ofBig: letters)
    let column = group.column - scale.lead
    guard column > before, column + width <= limit else { return nil }
    return MarbleShape(
      events: group.events, anchor: group.column, columns: column..<column + width, face: .big(text, lines),
      dock: scale.x(contents.events[group.events.lowerBound].time))
  }

  /// Pads each marble that has room for its padding and that of its neighbors.
  private func pad(_ shapes: inout [MarbleShape]) {
    let padding = form.padding
    guard padding > 0 else { return }
    var left = scale.left - padding
    for index in shapes.indices {
      let (shape, columns) = (shapes[index], shapes[index].columns)
      defer { left = columns.upperBound }
      guard case .text = shape.face else { continue }
      let mark = barrier(before: shape.anchor)
      let from = max(left, mark == .min ? left : mark + 1)
      var right = index + 1 < shapes.count ? shapes[index + 1].columns.lowerBound : scale.limit + padding
      if index + 1 == shapes.count, let end, !end.isBorder { right = min(right, end.column + padding) }
      right = min(right, barrier(after: shape.anchor) == scale.limit ? right : barrier(after: shape.anchor))
      if columns.lowerBound - from >= 2 * padding, right - columns.upperBound >= 2 * padding,
        columns.count + 2 * padding <= texts.widestMarble
      {
        shapes[index].columns = columns.lowerBound - padding..<columns.upperBound + padding
        shapes[index].padding = padding
      }
    }
  }
}
