/**
 * Runs stages, `{name, lane, needs?}`, and resolves to the results of `runStage`, in their order. The lanes run in parallel; stages of
 * one lane run one after the other, and each waits for the stages that it `needs`, which come before it. A failed stage stops no
 * other.
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
