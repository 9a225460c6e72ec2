// the client library and the modules that use it: one import, loaded for the first connection
export { GoogleGenAI } from '@google/genai'
export { contextUpdate, liveConnectConfig } from './live-connect-config'
export { sendOutgoing, sendShown } from './send-outgoing'
