import type { ArtifactView } from '../../shared/ipc/data-calls'

/** All rows as they were kept. */
export const wholeView: ArtifactView = { sort: null, filters: [], search: '' }
