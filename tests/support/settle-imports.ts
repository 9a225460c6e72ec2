import { afterAll, vi } from 'vitest'

// a page that loads a part of itself as its test ends would leave a module half loaded for the next file of the worker
afterAll(() => vi.dynamicImportSettled())
