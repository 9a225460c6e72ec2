import type { Approval } from '../../src/shared/approvals/approval'
import { type CallReply, calls } from '../../src/shared/ipc/contract'
import { defaultSettings } from '../../src/shared/ipc/default-settings'
import type { ConversationStatus, Settings } from '../../src/shared/ipc/schemas'
import type { ScriptedWorld } from './scripted-transport'

/** Noon of the worlds' day, in local time. */
export const worldNow = new Date(2026, 10, 27, 12, 0, 0).getTime()
const MINUTE = 60_000

const settings: Settings = { ...defaultSettings, theme: 'light', language: 'en', setUp: 'done', approvalSeconds: 180 }

const titles = {
  en: [
    'Hoshino Print invoice',
    'Late parcels this month',
    'Train to Kanazawa',
    'Rename photos by capture date',
    'Standup notes to CSV',
    'Letter to the landlord',
    'Café opening hours',
    'Rain and quiet music',
    'Reading list from bookmarks',
  ],
  ja: [
    '星野印刷の請求書',
    '今月の遅延した荷物',
    '金沢行きの列車',
    '写真を撮影日で名前変更',
    '朝会メモをCSVに',
    '大家さんへの手紙',
    '喫茶店の営業時間',
    '雨の日の静かな音楽',
    'ブックマークの読書リスト',
  ],
} as const
const ages = [0, 1, 2, 3, 24 * 60, 24 * 60 + 1, 24 * 60 + 2, 3 * 24 * 60, 3 * 24 * 60 + 1]
const voiced = [0, 1, 2, 4, 6, 7]

/** An open approval of a payment; `change` overrides its fields. */
export function paymentQuestion(change: Partial<Approval> = {}): Approval {
  return {
    approvalId: 'approval-1',
    conversationId: 'conversation-0',
    turnId: 'turn-2',
    messageId: 'answer-2',
    toolCallId: 'call-pay',
    toolName: 'process_payment',
    risk: 'high',
    question: { en: 'Pay Hoshino Print ¥48,600 from the studio account?', ja: '星野印刷に48,600円を支払いますか？' },
    destination: 'Kita Bank',
    input: {
      recipient: 'Hoshino Print K.K.',
      reference: 'INV-2231',
      amount: 48600,
      account: 'studio ··4417',
      when: '2026-11-27',
      currency: 'JPY',
    },
    inputHash: 'a'.repeat(64),
    editedInput: null,
    step: { index: 1, of: 1 },
    rule: { number: 3, name: { en: 'payments always ask', ja: '支払いは必ず確認' } },
    state: 'requested',
    requestedAt: worldNow - 78_000,
    expiresAt: worldNow + 102_000,
    decidedAt: null,
    reason: null,
    ...change,
  }
}

/** The state of a session that runs as a replay. */
export function replayStatus(change: Partial<ConversationStatus> = {}): ConversationStatus {
  return {
    conversationId: 'conversation-0',
    session: { phase: 'ready', since: worldNow - 12 * MINUTE - 47_000 },
    activity: 'idle',
    activitySince: worldNow,
    model: 'gemini-3.8-live',
    firstSoundMs: 410,
    usage: {
      input: { text: 2200, audio: 12_000, image: 0, video: 0 },
      output: { text: 0, audio: 3100, image: 0, video: 0 },
      thoughts: 640,
    },
    cost: { dollars: 0.0786, pricesOf: '2026-09-20' },
    startedAt: worldNow - 12 * MINUTE - 47_000,
    replay: { fixtureId: 'payment', title: { en: 'payments', ja: '支払い' }, speed: 1 },
    ...change,
  }
}

type Bootstrap = CallReply<'app.bootstrap'>

/** Differences from the plain world. */
export interface WorldChange {
  readonly language?: 'en' | 'ja'
  readonly theme?: 'light' | 'dark'
  readonly bootstrap?: Partial<Bootstrap>
  readonly settings?: Partial<Settings>
  readonly messages?: readonly unknown[]
  /** decided calls, tools, rules and audit trail, if a world needs them */
  readonly kept?: Pick<ScriptedWorld, 'hits' | 'calls' | 'forks' | 'tools' | 'rules' | 'trail' | 'gateway' | 'answers' | 'rows'>
}

/** A world with nine conversations, the first of them open. */
export function makeWorld({
  language = 'en',
  theme = 'light',
  bootstrap = {},
  settings: changed = {},
  messages = [],
  kept = {},
}: WorldChange): ScriptedWorld {
  const conversations = titles[language].map((title, index) => ({
    conversationId: `conversation-${index}`,
    title,
    updatedAt: worldNow - (ages[index] ?? 0) * MINUTE,
    hasVoice: voiced.includes(index),
    openApprovals: 0,
    pinned: false,
    archived: false,
  }))
  const reply: Bootstrap = {
    version: '0.1.0',
    runtime: 'Chromium',
    platform: 'electron',
    operatingSystem: 'linux',
    systemLocale: 'en-US',
    settings: { ...settings, language, theme, ...changed },
    key: { source: 'none', storage: 'memory' },
    hotkey: { mode: 'hold', global: true, keys: ['Right Ctrl'], reason: null, bindings: [] },
    talk: { phase: 'idle' },
    conversations,
    nextConversations: null,
    currentConversationId: 'conversation-0',
    statuses: [],
    approvals: [],
    fixtures: [
      {
        fixtureId: 'weather',
        title: { en: 'weather', ja: '天気' },
        prompt: { en: 'Will it rain in Kanazawa tomorrow?', ja: '明日の金沢は雨ですか？' },
        note: { en: 'looks it up', ja: '検索します' },
        language: null,
        seconds: 21,
      },
      {
        fixtureId: 'payment',
        title: { en: 'payments', ja: '支払い' },
        prompt: { en: 'Pay the Hoshino Print invoice from the studio account.', ja: '星野印刷の請求書をスタジオの口座から払って。' },
        note: { en: 'asks before it pays', ja: '支払い前に確認します' },
        language: null,
        seconds: 38,
      },
      {
        fixtureId: 'interruption',
        title: { en: 'interruption', ja: '割り込み' },
        prompt: { en: 'Tell me about the history of the abacus.', ja: 'そろばんの歴史を教えて。' },
        note: { en: 'can be interrupted', ja: '途中で止められます' },
        language: null,
        seconds: 64,
      },
    ],
    notices: [],
    ...bootstrap,
  }
  // a world that no longer matches the contract fails here, not as an empty page
  return { bootstrap: calls['app.bootstrap'].reply.parse(reply), messages: { 'conversation-0': messages }, ...kept }
}
