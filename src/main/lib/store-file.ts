/** Name of the database in the user's data folder. */
export const STORE_FILE = 'parley.db'
