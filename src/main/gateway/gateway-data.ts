import type { DataSide } from '../data/data-side'
import type { GatewayData } from './data-routes'

/** Kept results as the window sees them: all rows, in the order in which they came. */
export function gatewayData({ service, handlers }: Pick<DataSide, 'service' | 'handlers'>): GatewayData {
  const view = { sort: null, filters: [], search: '' }
  return {
    get: service.shelf.get,
    rows: async (artifactId, from, count) => handlers['artifact.rows']({ artifactId, view, from, count }),
  }
}
