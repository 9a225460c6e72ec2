import { readFileSync, writeFileSync } from 'node:fs'
import { failure, type Result, success } from '../../shared/lib/result'
import { isToken, newToken } from '../gateway/gateway-clients'

/** The token in this file. A file that does not exist is created with a new token, which only its owner can read. */
export function tokenFrom(file: string): Result<string> {
  try {
    const token = readFileSync(file, 'utf8').trim()
    return isToken(token) ? success(token) : failure('token-file', `${file} has no token of Parley. Name another file, or delete this one.`)
  } catch (error) {
    if (!isMissing(error)) return failure('token-file', `${file} can't be read. Name another file.`)
  }
  const token = newToken()
  try {
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
    return success(token)
  } catch {
    return failure('token-file', `${file} can't be written. Name another file.`)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
