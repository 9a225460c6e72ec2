import { connectBridge } from '../bridge'
import { startSmallWindow } from '../small/start-small-window'
import { Quick } from './quick'

const client = connectBridge((what) => reportError(new Error(what)))
startSmallWindow(<Quick client={client} />)
