import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** What only one file may touch, as ESLint selectors: the raw channels between processes, the way out to the browser, the console. */
const rawChannels = [
  {
    selector: "Identifier[name='ipcMain']",
    message: 'Only src/main/platform/electron/ipc.ts touches ipcMain: add the call to src/shared/ipc/contract.ts.',
  },
  { selector: "Identifier[name='ipcRenderer']", message: 'Only src/preload/index.ts touches ipcRenderer.' },
]

const ambientSources = [
  { object: 'Date', property: 'now', message: 'Take the injected Clock.' },
  { object: 'Math', property: 'random', message: 'Take the injected NewId, or pass the randomness in.' },
  { object: 'crypto', property: 'randomUUID', message: 'Take the injected NewId.' },
  { object: 'performance', property: 'now', message: 'Take the injected Clock.' },
]

const noCurrentDate = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Take the injected Clock.',
}

export default defineConfig(
  { ignores: ['out/', 'dist/', '.tsbuild/', 'node_modules/'] },
  {
    files: ['src/{main,shared,preload}/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
      '@typescript-eslint/no-unsafe-type-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // spreading a string gives its code points, which is what is meant
      '@typescript-eslint/no-misused-spread': 'off',
      // objects here are closures: their functions may be passed on alone
      '@typescript-eslint/unbound-method': 'off',
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...rawChannels],
    },
  },
  {
    files: ['src/shared/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'setTimeout',
        'setInterval',
        'setImmediate',
        'queueMicrotask',
        'fetch',
        'process',
        'Buffer',
        'window',
        'document',
      ],
      'no-restricted-properties': ['error', ...ambientSources],
      'no-restricted-syntax': ['error', ...rawChannels, noCurrentDate],
    },
  },
  {
    files: ['src/main/platform/electron/**/*.ts', 'src/preload/**/*.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['src/preload/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '/shared/', allowTypeImports: true, message: 'The preload script carries no code of ours: import types alone.' },
          ],
        },
      ],
    },
  },
  {
    // here the table of schemas meets the types inferred from it: the value was parsed by that same entry a line above
    files: ['src/shared/ipc/client.ts', 'src/shared/ipc/router.ts'],
    rules: { '@typescript-eslint/no-unsafe-type-assertion': 'off' },
  },
  {
    files: ['src/main/lib/log/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
)
