/** How long a result is kept that nobody keeps, in days, and how many bytes all results may take together: on the disk, and in memory. */
export const artifactRetentionDays = 30
export const maxArtifactBytes = 1e9
export const heldBytes = 256e6

/** Most rows of a result that the model gets to see; the rest stays on this machine. */
export const rowsToModel = 50

/** Most characters of a result that the model gets to see. */
export const charactersToModel = 16_000

/** Most columns of a result that the model gets to see. */
export const columnsToModel = 100

/** Most rows that a query may ask to be kept. */
export const mostRows = 100_000

/** Rows that are kept where the query does not say. */
export const usualRows = 1_000

/** ms after which a query is stopped. */
export const queryTimeoutMs = 15_000

/** Largest result that is kept, in bytes. */
export const largestResult = 64 * 1024 * 1024
