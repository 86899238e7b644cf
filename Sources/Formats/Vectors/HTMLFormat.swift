internal import Marbles
internal import Narrations
internal import Scenes

/// Writes a page that plays a scene: the picture of ``SVGFormat``, controls, and sentences. It is one file, and needs no
/// network.
enum HTMLFormat {
  /// The page of a document.
  static func write(_ document: SceneDocument) -> String {
    var document = document
    (document.isAnimated, document.isUntitled) = (true, true)
    let film = SVGFormat.film(document, ownControls: true)
    let scene = document.scene
    let about = scene.about.isEmpty ? "" : "<p>\(XML.escaped(scene.about))</p>"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'">
      <title>\(XML.escaped(scene.title.isEmpty ? scene.name : scene.title)) · marbled</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <main>
      <h1>\(XML.escaped(scene.title.isEmpty ? scene.name : scene.title))</h1>
      \(about)
      <figure>
      \(film.svg)</figure>
      <div class="controls" role="group" aria-label="Playback">
      <button type="button" id="play" aria-keyshortcuts="Space">Pause</button>
      <button type="button" id="back" aria-label="Previous event" aria-keyshortcuts="ArrowLeft">&#x2039;</button>
      <button type="button" id="forward" aria-label="Next event" aria-keyshortcuts="ArrowRight">&#x203A;</button>
      <input type="range" id="time" aria-label="Time" min="0" value="0" step="10">
      <output id="clock" for="time"></output>
      <label>Speed <select id="speed"><option>0.25</option><option>0.5</option><option selected>1</option>\
      <option>2</option><option>4</option></select></label>
      </div>
      <p id="now" role="status"></p>
      <h2>What happens</h2>
      <ol id="story">
      \(sentences(of: document))</ol>
      </main>
      <script>
      const film = \(facts(of: film, scene));
      \(script)
      </script>
      </body>
      </html>

      """
  }

  /// What the script needs to know: times in milliseconds of playing.
  private static func facts(of film: SVGFormat.Film, _ scene: Scene) -> String {
    let times = film.times.map { String(Int(($0.seconds / scene.speedFactor.value * 1000).rounded())) }
    return "{ times: [\(times.joined(separator: ", "))], speed: \(scene.speedFactor) }"
  }

  private static func sentences(of document: SceneDocument) -> String {
    let scene = document.scene
    let speed = scene.speedFactor.value
    let narration = Narration(of: document.recording, scene, style: .spoken)
    return narration.everything.map { sentence in
      let time = Int((sentence.time.seconds / speed * 1000).rounded())
      return "<li data-time=\"\(time)\">\(XML.escaped(sentence.text))</li>\n"
    }.joined()
  }

  private static let style = """
    :root { color-scheme: light dark; --paper: #fff; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #0d1117; --ink: #e6edf3; --quiet: #9198a1; --line: #3d444d; }
    }
    body { background: var(--paper); color: var(--ink); margin: 0; font: 16px/1.5 system-ui, sans-serif; }
    main { max-width: 1000px; margin: 0 auto; padding: 1rem; }
    h1 { font-size: 1.4rem; margin: 0; }
    h2 { font-size: 1.1rem; }
    figure { margin: 1rem 0; overflow-x: auto; }
    figure svg { max-width: 100%; height: auto; }
    .controls { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
    .controls input { flex: 1; min-width: 10rem; }
    button, select { font: inherit; padding: .25rem .75rem; }
    #play { min-width: 5.5rem; }
    output { font-variant-numeric: tabular-nums; min-width: 8rem; }
    #now { min-height: 3em; }
    #story { color: var(--quiet); }
    #story .said { color: var(--ink); }
    """

  private static let script = """
    const byId = (id) => document.getElementById(id);
    const [play, slider, clock, now] = [byId("play"), byId("time"), byId("clock"), byId("now")];
    const animations = document.querySelector("figure svg").getAnimations({ subtree: true });
    const story = [...document.querySelectorAll("#story li")];
    const end = film.times[film.times.length - 1];
    slider.max = end;
    let time = 0, isPlaying = false, last = 0, said = -1;
    for (const animation of animations) animation.pause();

    function show() {
      // The last instant is shown at the end of the round, where nothing follows.
      for (const animation of animations) animation.currentTime = time;
      slider.value = time;
      const seconds = (ms) => (ms / 1000 * film.speed).toFixed(1);
      clock.value = `${seconds(time)} of ${seconds(end)} s`;
      slider.setAttribute("aria-valuetext", clock.value);
      play.textContent = isPlaying ? "Pause" : time >= end ? "Again" : "Play";
      let newest = -1;
      story.forEach((line, index) => {
        const isSaid = Number(line.dataset.time) <= time;
        line.classList.toggle("said", isSaid);
        if (isSaid) newest = index;
      });
      if (newest === said) return;
      said = newest;
      const instant = newest < 0 ? null : story[newest].dataset.time;
      now.textContent = story.filter((line) => line.dataset.time === instant).map((line) => line.textContent).join(" ");
    }

    function move(stamp) {
      if (!isPlaying) return;
      time = Math.min(end, time + (stamp - last) * Number(byId("speed").value));
      last = stamp;
      if (time >= end) isPlaying = false;
      show();
      requestAnimationFrame(move);
    }

    function start() {
      if (time >= end) time = 0;
      isPlaying = true;
      last = performance.now();
      requestAnimationFrame(move);
      show();
    }

    function seek(to) {
      isPlaying = false;
      time = Math.max(0, Math.min(end, to));
      show();
    }

    const toggle = () => { if (isPlaying) seek(time); else start(); };
    const forward = () => seek(film.times.find((at) => at > time) ?? end);
    const back = () => seek(film.times.findLast((at) => at < time) ?? 0);
    play.addEventListener("click", toggle);
    byId("back").addEventListener("click", back);
    byId("forward").addEventListener("click", forward);
    slider.addEventListener("input", () => seek(Number(slider.value)));
    document.addEventListener("keydown", (event) => {
      const isControl = event.target.closest("button, input, select");
      const keys = { " ": toggle, ArrowLeft: back, ArrowRight: forward, Home: () => seek(0), End: () => seek(end) };
      if (isControl || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    // Who prefers less motion starts by hand, from the end, where everything can be seen.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) seek(end); else start();
    """
}
