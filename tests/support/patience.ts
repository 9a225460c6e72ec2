/** ms that one step of a test may take on a computer that is busy with other tests, where nothing else is said. */
export const patienceMs = 60_000
