// the client library and what is written in its words: one import, made with the first connection
export { GoogleGenAI } from '@google/genai'
export { contextUpdate, liveConnectConfig } from './live-connect-config'
export { sendOutgoing } from './send-outgoing'
