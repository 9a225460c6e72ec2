import type { PolicyRule } from '../../../shared/approvals/policy-rule'
import type { ArtifactTable } from './artifact-table'
import { compareListPositions, type StoredConversation } from './conversation-table'
import type { Store } from './store'

/** Results of private conversations are only in memory; `isPrivate` says which conversations are private. */
function privateArtifacts(disk: ArtifactTable, memory: ArtifactTable, isPrivate: (conversationId: string) => boolean): ArtifactTable {
  const of = (conversationId: string): ArtifactTable => (isPrivate(conversationId) ? memory : disk)
  return {
    list: (conversationId) =>
      conversationId === null ? [...memory.list(null), ...disk.list(null)] : of(conversationId).list(conversationId),
    get: (artifactId) => memory.get(artifactId) ?? disk.get(artifactId),
    outputOfCall: (toolCallId) => memory.outputOfCall(toolCallId) ?? disk.outputOfCall(toolCallId),
    nextNumber: () => memory.nextNumber() + disk.nextNumber() - 1,
    add: (artifact, output) => of(artifact.conversationId).add(artifact, output),
    update: (artifact) => of(artifact.conversationId).update(artifact),
    remove(artifactId) {
      memory.remove(artifactId)
      disk.remove(artifactId)
    },
  }
}

/** A store whose private conversations are never written to disk: they are in memory until the app quits. */
export interface PrivateStore extends Store {
  /** False if the user's file was refused: everything is only in memory then. */
  readonly onDisk: boolean
  readonly privately: {
    create(conversationId: string): StoredConversation
    has(conversationId: string): boolean
  }
}

/** Where the data of conversations is: on the disk, or in memory if they are private. */
interface Placement {
  readonly disk: Store
  readonly memory: Store
  isPrivate(conversationId: string): boolean
  of(conversationId: string): Store
  ofCall(toolCallId: string): Store
  ofApproval(approvalId: string): Store
}

function createPlacement(disk: Store, memory: Store, isPrivate: (conversationId: string) => boolean): Placement {
  return {
    disk,
    memory,
    isPrivate,
    of: (conversationId) => (isPrivate(conversationId) ? memory : disk),
    ofCall: (toolCallId) =>
      memory.callDecisions.get(toolCallId) !== null ||
      memory.executions.get(toolCallId) !== null ||
      memory.approvals.ofCall(toolCallId) !== null
        ? memory
        : disk,
    ofApproval: (approvalId) => (memory.approvals.get(approvalId) === null ? disk : memory),
  }
}

const marked = (conversation: StoredConversation): StoredConversation => ({ ...conversation, isPrivate: true })

function privateThreads({
  disk,
  memory,
  of,
}: Placement): Pick<Store, 'conversations' | 'messages' | 'modelContents' | 'branches' | 'sessionHandles' | 'drafts' | 'attachments'> {
  return {
    conversations: {
      list: () => [...memory.conversations.list().map(marked), ...disk.conversations.list()].sort((a, b) => b.updatedAt - a.updatedAt),
      page: (after, limit) =>
        [...memory.conversations.page(after, limit).map(marked), ...disk.conversations.page(after, limit)]
          .sort(compareListPositions)
          .slice(0, limit),
      count: disk.conversations.count,
      get(conversationId) {
        const found = memory.conversations.get(conversationId)
        return found === null ? disk.conversations.get(conversationId) : marked(found)
      },
      exists: (id) => of(id).conversations.exists(id),
      create: (id, title) => disk.conversations.create(id, title),
      rename: (id, title) => of(id).conversations.rename(id, title),
      touch: (id, hasVoice) => of(id).conversations.touch(id, hasVoice),
      pin: (id, pinned) => of(id).conversations.pin(id, pinned),
      archive: (id, archived) => of(id).conversations.archive(id, archived),
      setReplyModality: (id, replyModality) => of(id).conversations.setReplyModality(id, replyModality),
      markDeleted: (id) => of(id).conversations.markDeleted(id),
      restore: (id) => of(id).conversations.restore(id),
      deleted: () => [...memory.conversations.deleted(), ...disk.conversations.deleted()],
      erase: (id) => of(id).conversations.erase(id),
    },
    messages: {
      list: (id) => of(id).messages.list(id),
      latest: (id, most) => of(id).messages.latest(id, most),
      withUsage: (id) => of(id).messages.withUsage(id),
      holds: (id, messageId, turnId) => of(id).messages.holds(id, messageId, turnId),
      ofAllBranches: (id) => of(id).messages.ofAllBranches(id),
      save: (id, turnId, message) => of(id).messages.save(id, turnId, message),
    },
    modelContents: {
      list: (id) => of(id).modelContents.list(id),
      save: (id, messageId, contents) => of(id).modelContents.save(id, messageId, contents),
    },
    branches: {
      forks: (id) => of(id).branches.forks(id),
      forkBefore: (id, messageId) => of(id).branches.forkBefore(id, messageId),
      forkAfter: (id, messageId) => of(id).branches.forkAfter(id, messageId),
      show: (id, branch) => of(id).branches.show(id, branch),
      showMessage: (id, messageId) => of(id).branches.showMessage(id, messageId),
    },
    sessionHandles: {
      get: (id) => of(id).sessionHandles.get(id),
      save: (id, handle) => of(id).sessionHandles.save(id, handle),
      remove: (id) => of(id).sessionHandles.remove(id),
    },
    drafts: {
      get: (id) => of(id).drafts.get(id),
      save: (id, text) => of(id).drafts.save(id, text),
    },
    attachments: {
      list: (id) => of(id).attachments.list(id),
      get: (id, attachmentId) => of(id).attachments.get(id, attachmentId),
      content: (id, attachmentId) => of(id).attachments.content(id, attachmentId),
      still: (id, attachmentId) => of(id).attachments.still(id, attachmentId),
      servers: (id) => of(id).attachments.servers(id),
      lastOfServer: (id, turnId) => of(id).attachments.lastOfServer(id, turnId),
      add: (id, attachment, content) => of(id).attachments.add(id, attachment, content),
      sent: (id, attachmentIds) => of(id).attachments.sent(id, attachmentIds),
      removeDraft: (id, attachmentId) => of(id).attachments.removeDraft(id, attachmentId),
      remove: (id, attachmentId) => of(id).attachments.remove(id, attachmentId),
    },
  }
}

function privateCalls({ disk, memory, of, ofCall, ofApproval }: Placement): Pick<Store, 'approvals' | 'executions' | 'callDecisions'> {
  return {
    approvals: {
      insert: (approval) => of(approval.conversationId).approvals.insert(approval),
      add: (approval, events) => of(approval.conversationId).approvals.add(approval, events),
      get: (id) => ofApproval(id).approvals.get(id),
      ofCall: (toolCallId) => ofCall(toolCallId).approvals.ofCall(toolCallId),
      stepsOfCall: (toolCallId) => ofCall(toolCallId).approvals.stepsOfCall(toolCallId),
      inState: (state) => [...memory.approvals.inState(state), ...disk.approvals.inState(state)].sort((a, b) => a.expiresAt - b.expiresAt),
      ofConversation: (id) => of(id).approvals.ofConversation(id),
      transition: (id, transition) => ofApproval(id).approvals.transition(id, transition),
      end: (id, transition, also) => ofApproval(id).approvals.end(id, transition, also),
      events: (id) => ofApproval(id).approvals.events(id),
    },
    executions: {
      get: (toolCallId) => ofCall(toolCallId).executions.get(toolCallId),
      list: (id) => of(id).executions.list(id),
      unfinished: () => [...memory.executions.unfinished(), ...disk.executions.unfinished()],
      begin: (execution) => of(execution.conversationId).executions.begin(execution),
      give: (toolCallId, input, until) => ofCall(toolCallId).executions.give(toolCallId, input, until),
      given: () => [...memory.executions.given(), ...disk.executions.given()],
      end: (toolCallId, endedAt, end, also) => ofCall(toolCallId).executions.end(toolCallId, endedAt, end, also),
    },
    callDecisions: {
      insert: (decision) => of(decision.conversationId).callDecisions.insert(decision),
      get: (toolCallId) => ofCall(toolCallId).callDecisions.get(toolCallId),
      ofConversation: (id) => of(id).callDecisions.ofConversation(id),
      allowedSince: (ruleId, time) => memory.callDecisions.allowedSince(ruleId, time) + disk.callDecisions.allowedSince(ruleId, time),
      uses: (ruleId) => memory.callDecisions.uses(ruleId) + disk.callDecisions.uses(ruleId),
    },
  }
}

/** A rule for one private conversation is in memory only, in its place among the others. */
function privateRules(disk: Store, isPrivate: (conversationId: string) => boolean): { readonly rules: Store['rules']; clear(): void } {
  /** The rules in order, while some belong to private conversations. */
  let rules: readonly PolicyRule[] | null = null
  const forPrivate = ({ scope }: PolicyRule): boolean => scope.kind === 'conversation' && isPrivate(scope.conversationId)
  return {
    rules: {
      list: () => rules ?? disk.rules.list(),
      replace(all) {
        disk.rules.replace(all.filter((rule) => !forPrivate(rule)))
        rules = all.some(forPrivate) ? all : null
      },
    },
    clear() {
      rules = null
    },
  }
}

function privateArchive({ disk, memory, of }: Placement): Store['archive'] {
  return {
    ...disk.archive,
    read: (id) => of(id).archive.read(id),
    taken(ids) {
      const here = disk.archive.taken(ids)
      const there = memory.archive.taken(ids)
      return {
        conversations: [...here.conversations, ...there.conversations],
        calls: [...here.calls, ...there.calls],
        approvals: [...here.approvals, ...there.approvals],
      }
    },
  }
}

/**
 * Combines the store on the disk with one in memory. Everything of a private conversation goes to memory: messages, contents, drafts,
 * approvals, decisions, runs, and its own rules. The audit trail and the search never see it.
 */
export function withPrivateConversations(disk: Store, memory: Store, onDisk: boolean): PrivateStore {
  /** including ids that are gone: late data of theirs is not stored either */
  const ids = new Set<string>()
  const isPrivate = (conversationId: string): boolean => ids.has(conversationId)
  const placement = createPlacement(disk, memory, isPrivate)
  const { rules, clear } = privateRules(disk, isPrivate)

  return {
    ...disk,
    ...privateThreads(placement),
    ...privateCalls(placement),
    onDisk,
    privately: {
      create(conversationId) {
        ids.add(conversationId)
        return marked(memory.conversations.create(conversationId, ''))
      },
      has: isPrivate,
    },
    rules,
    audit: {
      ...disk.audit,
      append(entry) {
        if (!isPrivate(entry.subject.conversationId)) disk.audit.append(entry)
      },
    },
    artifacts: privateArtifacts(disk.artifacts, memory.artifacts, isPrivate),
    archive: privateArchive(placement),
    durably: (body) => disk.durably(() => memory.durably(body)),
    atomically: (body) => disk.atomically(() => memory.atomically(body)),
    wipe() {
      memory.wipe()
      disk.wipe()
      clear()
    },
    close() {
      memory.close()
      disk.close()
    },
  }
}
