import { useEffect, useState } from 'react'

/** The devices that `list` finds now; they follow what is plugged in and what the page may see. `list` must stay the same function. */
export function useDevices<Device>(list: (source: MediaDevices) => Promise<readonly Device[]>): readonly Device[] {
  const [found, setFound] = useState<readonly Device[]>([])
  useEffect(() => {
    let live = true
    const devices = navigator.mediaDevices
    if (devices === undefined) return
    const read = async () => {
      const listed = await list(devices)
      if (live) setFound(listed)
    }
    void read()
    devices.addEventListener('devicechange', read)
    return () => {
      live = false
      devices.removeEventListener('devicechange', read)
    }
  }, [list])
  return found
}
