import { connectBridge } from '../bridge'
import { startSmallWindow } from '../small/start-small-window'
import { Overlay } from './overlay'

const client = connectBridge((what) => reportError(new Error(what)))
startSmallWindow(<Overlay client={client} />)
