import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../../shared/ipc/client'
import type { AppState } from './app-state'

/** Keeps the page's sources and results in sync with main. Returns the functions that stop listening. */
export function listenForData(client: Client, api: StoreApi<AppState>): readonly (() => void)[] {
  return [
    client.on('sources.changed', ({ sources }) => api.setState({ sources })),
    client.on('artifact.changed', (artifact) =>
      api.setState((state) => ({ artifacts: { ...state.artifacts, [artifact.artifactId]: artifact } })),
    ),
    client.on('artifact.removed', ({ artifactId }) =>
      api.setState((state) => {
        const { [artifactId]: _gone, ...artifacts } = state.artifacts
        return { artifacts, dataPanel: state.dataPanel?.artifactId === artifactId ? { artifactId: null } : state.dataPanel }
      }),
    ),
  ]
}
