import { useEffect, useState } from 'react'
import { builtInModelList, type ModelList } from '../../shared/models/model-list'
import { useApp, useServices } from '../state/context'

/**
 * The models to choose from: the built-in ones until main has replied; read again when the key or the address changes.
 */
export function useModelList(): ModelList {
  const { client } = useServices()
  const key = useApp((state) => state.key)
  const address = useApp((state) => state.settings.serviceAddress)
  const [list, setList] = useState<ModelList>(builtInModelList)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or address means another list
  useEffect(() => {
    let isShown = true
    void client.call('models.list', null).then((reply) => {
      if (isShown && reply.ok) setList(reply.value)
    })
    return () => {
      isShown = false
    }
  }, [client, key, address])
  return list
}
