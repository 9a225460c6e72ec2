/**
 * Runs stages, `{name, lane, needs?}`, and resolves what `runStage` made of each, in their order. The lanes run at once; stages of one
 * lane run one after the other, and each waits for the stages that it `needs`, whose names stand before its own. A stage that fails
 * stops no other.
 */
export function runInLanes(stages, runStage) {
  const begun = new Map()
  const ends = new Map()
  for (const stage of stages) {
    const before = [ends.get(stage.lane), ...(stage.needs ?? []).map((name) => begun.get(name))]
    const run = Promise.all(before).then(() => runStage(stage))
    begun.set(stage.name, run)
    ends.set(stage.lane, run)
  }
  return Promise.all(begun.values())
}
