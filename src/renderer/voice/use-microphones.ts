import { useEffect, useState } from 'react'
import { listMicrophones } from '../audio/microphone'

type Microphones = Awaited<ReturnType<typeof listMicrophones>>

/** The microphones that are there now; the list follows what is plugged in and what the page may see. */
export function useMicrophones(): Microphones {
  const [microphones, setMicrophones] = useState<Microphones>([])
  useEffect(() => {
    let live = true
    const devices = navigator.mediaDevices
    if (devices === undefined) return
    const read = async () => {
      const found = await listMicrophones(devices)
      if (live) setMicrophones(found)
    }
    void read()
    devices.addEventListener('devicechange', read)
    return () => {
      live = false
      devices.removeEventListener('devicechange', read)
    }
  }, [])
  return microphones
}
