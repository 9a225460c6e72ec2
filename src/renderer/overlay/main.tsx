import { connectBridge } from '../bridge'
import { startPopupWindow } from '../popup/start-popup-window'
import { Overlay } from './overlay'

const client = connectBridge((what) => reportError(new Error(what)))
startPopupWindow(<Overlay client={client} />)
