import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endEngine, openDatabase } from '../../../src/main/data/sandbox/own-engine'
import { tempFolder } from '../../support/temp-folder'

test('no state of one job is left for the next: what it left open is closed, and the next has an engine with its own memory', () => {
  onTestFinished(() => void endEngine())
  const file = join(tempFolder(), 'left.db')
  const left = openDatabase(file)
  left.exec('CREATE TABLE secrets (word TEXT)')
  left.exec("BEGIN; INSERT INTO secrets VALUES ('hush')")
  const beside = openDatabase(':memory:')
  // both in one engine
  expect(beside).toBeInstanceOf(left.constructor)
  expect(endEngine()).toBe(true)
  expect([left.isOpen, beside.isOpen]).toEqual([false, false])
  expect(existsSync(`${file}.lock`)).toBe(false)
  const next = openDatabase(file)
  expect(next).not.toBeInstanceOf(left.constructor)
  expect(next.all('SELECT * FROM secrets')).toEqual([])
})

test('what can’t be closed is reported, because its worker must end then', () => {
  const broken = openDatabase(':memory:')
  Object.defineProperty(broken, 'close', {
    value: () => {
      throw new Error('memory access out of bounds')
    },
  })
  expect(endEngine()).toBe(false)
  expect(endEngine()).toBe(true)
})
