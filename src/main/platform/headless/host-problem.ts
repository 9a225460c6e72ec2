/** Why the headless host cannot start, for whoever started it: what, why, what to do. */
export class HostProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'HostProblem'
  }
}
