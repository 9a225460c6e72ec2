import { runInLanes } from './lanes.mjs'
import { testStages } from './stages.mjs'

/**
 * Runs the stages that `filters` name (all, if empty), continues after a failure, lists the failures, and prints only `N passed, N failed`
 * on the last line. Filters with a slash or a dot select test files; `long` runs floods, kills and fuzz at their full size instead of a
 * tenth of it. Resolves to the exit code.
 */
export async function runTests({ filters, electron, report }) {
  const fileFilters = filters.filter((word) => /[/.]/.test(word))
  const names = filters.filter((word) => word !== 'long' && !fileFilters.includes(word))
  const stages = testStages({ electron, fileFilters, isLong: filters.includes('long'), report })
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name))
  if (unknown.length > 0) {
    report.line(`There is no stage called ${unknown.join(', ')}. The stages: ${stages.map((stage) => stage.name).join(', ')}.`)
    return 2
  }
  const total = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const chosen = stages.filter(chosenBy(names, fileFilters))
  const besideSound = chosen.some(({ lane }) => lane === 'sound')
  const lines = await runInLanes(chosen, async (stage) => {
    report.line(`── ${stage.title}`)
    const { result, seconds } = await timed(() => stage.run({ besideSound }), report)
    for (const key of Object.keys(total)) total[key] += result[key]
    failures.push(...(result.failures ?? []))
    const line = `${result.failed === 0 ? '✓' : '✗'} ${stage.title}: ${describe(result)} (${seconds} s)`
    report.line(line)
    return line
  })
  const named = failures.length === 0 ? '' : `${failures.map((failure) => `✗ ${failure}`).join('\n')}\n\n`
  process.stdout.write(`\n${lines.join('\n')}\n\n${named}${total.passed} passed, ${total.failed} failed\n`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

async function timed(work, report) {
  const startedAt = performance.now()
  const result = await work().catch((error) => {
    report.line(error instanceof Error ? error.message : String(error))
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { result, seconds: ((performance.now() - startedAt) / 1000).toFixed(1) }
}

/** With files but no stage, only the stages that run test files; the build comes before any of those. */
function chosenBy(names, fileFilters) {
  if (names.length === 0) return (stage) => fileFilters.length === 0 || stage.isVitest === true || stage.name === 'build'
  return (stage) => names.includes(stage.name) || (stage.name === 'build' && !names.every(needsNoBuild))
}

const needsNoBuild = (name) => ['format', 'types', 'lint'].includes(name)

function describe({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
