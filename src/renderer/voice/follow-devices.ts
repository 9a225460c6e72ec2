/** Reports the devices that `list` finds, now and after each change. Returns a function that stops it. */
export function followDevices<Found>(list: (source: MediaDevices) => Promise<Found>, onFound: (found: Found) => void): () => void {
  const devices = navigator.mediaDevices
  if (devices === undefined) return () => undefined
  let live = true
  const read = async (): Promise<void> => {
    const found = await list(devices)
    if (live) onFound(found)
  }
  void read()
  devices.addEventListener('devicechange', read)
  return () => {
    live = false
    devices.removeEventListener('devicechange', read)
  }
}
