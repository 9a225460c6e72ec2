// Generates the tables of docs/tools.md, the states and models of docs/live-session.md, the models of docs/text-model.md, the table of
// faults of docs/fixtures.md and the tables of docs/protocol.md: fields and dialects from the code; speeds from
// bench-results/protocol.json, if that bench was run; the tables of docs/audio.md from bench-results/audio.json, docs/storage.md from
// bench-results/thread.json, docs/gateway.md from bench-results/gateway.json, docs/data.md from bench-results/data.json, and
// docs/inspector.md from bench-results/inspector.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { runnerImport } from 'vite'
import { inProject } from './setup/project.mjs'

const load = async (...parts) =>
  (await runnerImport(inProject(...parts), { configFile: false, root: inProject(), logLevel: 'error' })).module

const file = inProject('docs', 'protocol.md')
const result = inProject('bench-results', 'protocol.json')
const { FIXTURE_SECTIONS, SECTIONS, SESSION_SECTIONS, TEXT_SECTIONS, TOOL_SECTIONS, withSection } = await load(
  'scripts',
  'protocol-docs',
  'sections.ts',
)

let document = readFileSync(file, 'utf8')
for (const [name, write] of Object.entries(SECTIONS)) document = withSection(document, name, write())
if (existsSync(result)) {
  const { protocolTables } = await load('bench', 'protocol', 'protocol-tables.ts')
  document = withSection(document, 'bench', protocolTables(JSON.parse(readFileSync(result, 'utf8'))))
}
writeFileSync(file, document)

const soundResult = inProject('bench-results', 'audio.json')
if (existsSync(soundResult)) {
  const { audioTables } = await load('bench', 'audio', 'audio-tables.ts')
  const page = inProject('docs', 'audio.md')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'bench', audioTables(JSON.parse(readFileSync(soundResult, 'utf8')))))
}

const threadResult = inProject('bench-results', 'thread.json')
if (existsSync(threadResult)) {
  const { threadTables } = await load('bench', 'thread', 'thread-tables.ts')
  const page = inProject('docs', 'storage.md')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'bench', threadTables(JSON.parse(readFileSync(threadResult, 'utf8')))))
}

const gatewayResult = inProject('bench-results', 'gateway.json')
if (existsSync(gatewayResult)) {
  const { gatewayTables } = await load('bench', 'gateway', 'gateway-tables.ts')
  const page = inProject('docs', 'gateway.md')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'bench', gatewayTables(JSON.parse(readFileSync(gatewayResult, 'utf8')))))
}

const dataResult = inProject('bench-results', 'data.json')
if (existsSync(dataResult)) {
  const { dataTables } = await load('bench', 'data', 'data-tables.ts')
  const page = inProject('docs', 'data.md')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'bench', dataTables(JSON.parse(readFileSync(dataResult, 'utf8')))))
}

const inspectorResult = inProject('bench-results', 'inspector.json')
if (existsSync(inspectorResult)) {
  const { inspectorTables } = await load('bench', 'inspector', 'inspector-tables.ts')
  const page = inProject('docs', 'inspector.md')
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), 'bench', inspectorTables(JSON.parse(readFileSync(inspectorResult, 'utf8')))))
}

for (const [name, sections] of [
  ['fixtures.md', FIXTURE_SECTIONS],
  ['live-session.md', SESSION_SECTIONS],
  ['text-model.md', TEXT_SECTIONS],
  ['tools.md', TOOL_SECTIONS],
]) {
  const page = inProject('docs', name)
  let text = readFileSync(page, 'utf8')
  for (const [section, write] of Object.entries(sections)) text = withSection(text, section, write())
  writeFileSync(page, text)
}

process.stdout.write(
  `Written: docs/fixtures.md, docs/live-session.md, docs/text-model.md, docs/tools.md, docs/protocol.md${existsSync(result) ? '' : ' (without a bench: no bench-results/protocol.json)'}\n`,
)
