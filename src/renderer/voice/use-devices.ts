import { useEffect, useState } from 'react'
import { followDevices } from './follow-devices'

/**
 * The devices that `list` finds now; updated when devices or permissions change. `list` must stay the same function.
 */
export function useDevices<Device>(list: (source: MediaDevices) => Promise<readonly Device[]>): readonly Device[] {
  const [found, setFound] = useState<readonly Device[]>([])
  useEffect(() => followDevices(list, setFound), [list])
  return found
}
