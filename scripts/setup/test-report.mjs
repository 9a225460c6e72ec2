import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inProject } from './project.mjs'

/**
 * Counts a JSON report of the test runner: how many tests passed and failed, and a line for each failure with its reason, what it waited
 * for and its place. A file that could not be loaded has no tests in the report: it counts as one failure, and so does a run that crashed
 * or was killed (null), whose `unfinished` tests are named.
 */
export function count(vitestReport, exitCode, unfinished = []) {
  if (vitestReport === null) {
    const during = unfinished.map((name) => ` · during ${name}`)
    return { passed: 0, failed: 1, skipped: 0, failures: [`the run ended without a report${during.join('')}`] }
  }
  const passed = vitestReport.numPassedTests
  const skipped = vitestReport.numPendingTests + vitestReport.numTodoTests
  const failures = vitestReport.testResults.flatMap(failuresOf)
  const brokenFiles = vitestReport.testResults.filter(isBroken)
  const failed = vitestReport.numFailedTests + brokenFiles.length
  if (failed > 0 || exitCode === 0) return { passed, failed, skipped, failures }
  return { passed, failed: 1, skipped, failures: [`the run ended with code ${exitCode}, though no test failed`] }
}

function isBroken(file) {
  return file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed')
}

function failuresOf(file) {
  const name = path.relative(inProject(), file.name)
  if (isBroken(file)) return [`${name}: ${firstLine(file.message) || 'could not be run'}`]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${reasonOf(failureMessages[0])}`)
}

/** The first line, the first thing that Playwright waited for, and the first place in a test: the line alone has to do where the log is cut. */
function reasonOf(message = '') {
  const text = stripVTControlCharacters(message)
  const waitedFor = /^\s*- (waiting for .+)$/m.exec(text)?.[1]
  const place = /tests\/[\w./-]+\.test\.tsx?:\d+/.exec(text)?.[0]
  return [firstLine(text), ...(waitedFor === undefined ? [] : [waitedFor]), ...(place === undefined ? [] : [`at ${place}`])].join(' · ')
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}
