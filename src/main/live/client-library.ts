export { GoogleGenAI } from '@google/genai'
export { liveConnectConfig } from './live-connect-config'
export { sendOutgoing } from './send-outgoing'
