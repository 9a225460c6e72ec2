import type { ArtifactView } from '../../shared/ipc/data-calls'

/** All rows as stored. */
export const wholeView: ArtifactView = { sort: null, filters: [], search: '' }
