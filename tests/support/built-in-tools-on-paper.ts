import { createDataService } from '../../src/main/data/data-service'
import { openMemoryStore } from '../../src/main/storage/database/open-store'
import { withPrivateConversations } from '../../src/main/storage/database/private-store'
import { builtInTools } from '../../src/main/tool-calls/tools/built-in-tools'
import type { MainTool } from '../../src/main/tool-calls/tools/main-tool'
import { createScreenshotFiles } from '../../src/main/tool-calls/tools/screenshot-files'
import { startTimerService } from '../../src/main/tool-calls/tools/timers/timer-service'
import { countingIds } from '../../src/shared/lib/ids'
import { noDataFiles } from './app-in-process'
import { createFakeClock } from './fake-clock'

/** The built-in tools, only for their definitions: they have no desktop and no window. */
export function builtInToolsOnPaper(): readonly MainTool[] {
  const clock = createFakeClock()
  const store = openMemoryStore({ clock, unreadable: () => {} })
  return builtInTools({
    store,
    clock,
    newId: countingIds(),
    timers: startTimerService({ table: store.timers, clock, newId: countingIds(), ring: () => {}, report: () => {} }),
    data: createDataService({
      store: withPrivateConversations(store, store, false),
      userDataFolder: '',
      files: noDataFiles,
      clock,
      newId: countingIds(),
      emit: () => {},
      report: () => {},
      onStuck: () => {},
    }),
    screenshots: createScreenshotFiles({ userDataFolder: '', executions: store.executions, isPrivate: () => false }),
    look: { show: () => Promise.reject(new Error('not asked for here')) },
    pageTools: { run: () => Promise.reject(new Error('not asked for here')) },
    platform: {
      desktop: null,
      permit: () => ({ dispose: () => {} }),
      userDataFolder: '',
      systemLocale: 'en',
      openExternal: () => Promise.reject(new Error('not asked for here')),
    },
    environment: {},
    replaying: () => true,
    report: () => {},
  })
}
