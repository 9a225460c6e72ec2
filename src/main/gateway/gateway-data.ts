import { orRefuse } from '../../shared/ipc/router'
import type { DataModule } from '../data/data-module'
import type { GatewayData } from './data-routes'

/** Stored results as the window sees them: all rows in their original order. */
export function gatewayData({ service }: Pick<DataModule, 'service'>): GatewayData {
  const view = { sort: null, filters: [], search: '' }
  const { artifacts, reader } = service
  return {
    get: artifacts.get,
    named: artifacts.named,
    async rows(artifactId, from, count) {
      const artifact = orRefuse(artifacts.get(artifactId))
      return orRefuse(await reader.readText(artifact, { table: artifact.sqlName, view, from, count }))
    },
  }
}
