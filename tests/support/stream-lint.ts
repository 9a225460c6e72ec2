export { lintStream } from '../../src/shared/protocol/check/stream-lint'
