import { connectBridge } from '../bridge'
import { startPopupWindow } from '../popup/start-popup-window'
import { Quick } from './quick'

const client = connectBridge((what) => reportError(new Error(what)))
startPopupWindow(<Quick client={client} />)
