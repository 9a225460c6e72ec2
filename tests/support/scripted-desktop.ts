/**
 * Replies to the page's calls about the desktop: a working key, and keys of which other programs use all but one. Runs
 * inside the page.
 */
export function installScriptedDesktop(): void {
  const { answers } = window.scriptedMain
  const free = [{ key: 'KeyP', modifiers: ['control', 'alt'] }]
  answers['key.test'] = () => ({ kind: 'works', model: 'gemini-3.8-live', ms: 610 })
  answers['link.take'] = () => ({ target: null })
  answers['voice.muted'] = () => ({ overlay: false })
  answers['login.get'] = () => ({ on: false })
  answers['login.set'] = ({ on }) => ({ on })
  answers['hotkey.set'] = ({ shortcut }) => {
    const isFree = shortcut === null || (shortcut as { readonly key: string }).key === 'KeyP'
    return isFree ? { kind: 'taken-over' } : { kind: 'refused', why: 'taken', holder: null, free }
  }
}
