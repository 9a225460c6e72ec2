/**
 * Reports when a track of the stream ends by itself, and whether the microphone is muted outside of Parley: at once, and
 * at every change. `toldMuted` is the last reported value. Returns a function that stops watching.
 */
export function watchStream(stream: MediaStream, onEnded: () => void, onMuted: (muted: boolean) => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const look = (): void => onMuted(stream.getAudioTracks().some((track) => track.muted))
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', onEnded, { signal })
    track.addEventListener('mute', look, { signal })
    track.addEventListener('unmute', look, { signal })
  }
  look()
  return () => ending.abort()
}
