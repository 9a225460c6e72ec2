/**
 * Days until an unpinned result is removed, and how many bytes all results may take together: on the disk, and in
 * memory.
 */
export const artifactRetentionDays = 30
export const maxArtifactBytes = 1e9
export const heldBytes = 256e6

/** Most rows of a result that are sent to the model; the rest stays on this computer. */
export const rowsToModel = 50

/** Most characters of a result that are sent to the model. */
export const charactersToModel = 16_000

/** Most columns of a result that are sent to the model. */
export const columnsToModel = 100

/** Most rows that a query may ask to store. */
export const mostRows = 100_000

/** Rows that are stored if the query has no limit. */
export const usualRows = 1_000

/** The same in a conversation that a program began by the older chat contract, whose limit this is. */
export const usualContractRows = 100

/** ms after which a query is stopped. */
export const queryTimeoutMs = 15_000

/** Largest stored result, in bytes. */
export const largestResult = 64 * 1024 * 1024
