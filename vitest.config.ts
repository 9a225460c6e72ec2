import { defineConfig } from 'vitest/config'

/**
 * What only a desktop has can't be tried on the headless host; parts of the page are tried in a plain browser, once. So are the
 * longest stories, in the host whose user lives through them: a long talk on the desktop; bad input, a damaged store, tools that
 * run side by side and each way in which a payment can go wherever.
 */
const otherHostOnly: Readonly<Record<string, string[]>> = {
  headless: [
    'tests/e2e/electron-*.test.ts',
    'tests/e2e/unbroken-conversation.test.ts',
    'tests/e2e/stored-history.test.ts',
    'tests/e2e/hands-free.test.ts',
    'tests/e2e/call-recording.test.ts',
  ],
  electron: [
    'tests/e2e/audio/**',
    'tests/e2e/headless-*.test.ts',
    'tests/e2e/bad-input.test.ts',
    'tests/e2e/damaged-history.test.ts',
    'tests/e2e/attachments.test.ts',
    'tests/e2e/tool-calls.test.ts',
    'tests/e2e/approval.test.ts',
  ],
}

/** Every test finds all languages loaded, as main has them. */
const setupFiles = ['src/shared/i18n/all-languages.ts']
/** ms that a test may take: only one that hangs takes so long, also where much else runs beside it. */
const patience = 120_000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts', 'tests/lint/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          // nothing here changes a module for others, and modules are read once per worker
          isolate: false,
          maxWorkers: 2,
          testTimeout: patience,
          hookTimeout: patience,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'host',
          include: ['tests/host/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          maxWorkers: 2,
          testTimeout: patience,
          hookTimeout: patience,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['tests/e2e/ui/**', ...(otherHostOnly[process.env.PARLEY_HOST ?? ''] ?? [])],
          environment: 'node',
          // sound is measured in real time: where a busy machine leaves no time for it, a test is tried once more
          retry: 1,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: patience,
          hookTimeout: patience,
          // windows of one desktop take the focus from each other; pages of the headless host don't
          fileParallelism: process.env.PARLEY_HOST === 'headless',
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'ui',
          include: ['tests/e2e/ui/**/*.test.ts'],
          environment: 'node',
          // the files of a worker share one browser; each test has a context of its own
          isolate: false,
          expect: { poll: { timeout: 20_000 } },
          testTimeout: patience,
          hookTimeout: patience,
          maxWorkers: 2,
        },
      },
    ],
  },
})
