import { defineConfig } from 'vitest/config'

/**
 * End-to-end tests that run on one of the two hosts, and why there; all others run on both. A story runs where its user lives, unless the
 * host has a part in what it promises.
 */
const onOneHost: Readonly<Record<string, { readonly host: 'electron' | 'headless'; readonly because: string }>> = {
  'electron-*.test.ts': { host: 'electron', because: 'only a desktop has windows, a tray, global keys, a sound card and packages' },
  'headless-*.test.ts': { host: 'headless', because: 'they need the host in the process of the test, or end it' },
  'audio/**': { host: 'headless', because: 'parts of the page, and the sound card of the tests, are tried without an app, once' },
  'unbroken-conversation.test.ts': { host: 'headless', because: 'what is lost and sent again is the same code on both hosts' },
  'stored-history.test.ts': { host: 'electron', because: 'a history grows over many starts of the desktop app' },
  'hands-free.test.ts': { host: 'electron', because: 'a desktop listens all day long' },
  'call-recording.test.ts': { host: 'electron', because: 'recordings are saved and opened with the dialogs of a desktop' },
  'gallery.test.ts': { host: 'electron', because: 'its demos take a screenshot and save a file, which a browser can not' },
  'approval-answers.test.ts': { host: 'headless', because: 'a browser downloads the trail; the dialog of a desktop has a test of its own' },
  'bad-input.test.ts': { host: 'headless', because: 'main refuses it wherever it comes from' },
  'damaged-history.test.ts': { host: 'headless', because: 'the store is the same code on both hosts' },
  'attachments.test.ts': { host: 'headless', because: 'files are taken by the page' },
  'tool-calls.test.ts': { host: 'headless', because: 'the queue and the tools are the same code on both hosts' },
  'approval.test.ts': { host: 'headless', because: 'the queue and the tools are the same code on both hosts' },
  'voice-and-text.test.ts': { host: 'headless', because: 'it is about what each model is sent, which no host changes' },
  'pictures.test.ts': { host: 'headless', because: 'it is about what the models are asked and the page shows' },
  'written-failures.test.ts': { host: 'headless', because: 'it is about the words for failures of the service' },
  'fault-lab.test.ts': { host: 'headless', because: 'the simulator is the same code on both hosts' },
}
const onTheOtherHost = Object.entries(onOneHost).flatMap(([file, { host }]) =>
  process.env.PARLEY_HOST === undefined || process.env.PARLEY_HOST === host ? [] : [`tests/e2e/${file}`],
)

/**
 * Tests of sound that takes its real time, on the page's own or through a sound card: a computer that is busy with other tests serves it
 * too late, so these run alone.
 */
const sound = [
  'audio/**/*',
  'electron-sound-*',
  'electron-microphone*',
  'electron-audio-*',
  '*hands-free',
  '*conversation',
  'call-recording',
].map((name) => `tests/e2e/${name}.test.ts`)

/** Every test finds all languages loaded, as main has them. */
const setupFiles = ['src/shared/i18n/all-languages.ts']
/** ms that a test may take: only one that hangs takes so long, also where much else runs beside it. */
const patience = 180_000

/** End-to-end tests on the host that PARLEY_HOST names, or on both. */
function endToEnd(name: string, include: string[], exclude: string[]) {
  return {
    test: {
      name,
      include,
      exclude: [...exclude, ...onTheOtherHost],
      environment: 'node',
      expect: { poll: { timeout: 60_000 } },
      testTimeout: patience,
      hookTimeout: patience,
      isolate: false,
      // windows of one desktop take the focus from each other; pages of the headless host don't
      fileParallelism: process.env.PARLEY_HOST === 'headless',
      maxWorkers: 2,
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts', 'tests/lint/**/*.test.ts'],
          environment: 'node',
          setupFiles: [...setupFiles, 'tests/support/settle-imports.ts'],
          // nothing here changes a module for others, and modules are read once per worker
          isolate: false,
          maxWorkers: 2,
          testTimeout: patience,
          hookTimeout: patience,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'host',
          include: ['tests/host/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          isolate: false,
          maxWorkers: 2,
          testTimeout: patience,
          hookTimeout: patience,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      endToEnd('sound', sound, ['tests/e2e/ui/**']),
      endToEnd('e2e', ['tests/e2e/**/*.test.ts'], ['tests/e2e/ui/**', ...sound]),
      {
        test: {
          name: 'ui',
          include: ['tests/e2e/ui/**/*.test.ts'],
          environment: 'node',
          // the files of a worker share one browser; each test has a context of its own
          isolate: false,
          expect: { poll: { timeout: 60_000 } },
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers: 2,
        },
      },
    ],
  },
})
