import { asFields, type Fields, fieldsOf, isFields, listOf, nameOf, textOf } from './gemini'
import type { ModelWriter } from './model-writer'

/**
 * Turns everything that an answer cites into a source: search results, pages it read, cited works. Which words a source
 * supports (`groundingSupports`, the indices of a citation) is left out: indices often point outside the text or the
 * list, and no chunk can carry them.
 */
export function readSources(holder: Fields, model: ModelWriter): void {
  const grounding = asFields(holder.groundingMetadata ?? holder.grounding_metadata)
  if (grounding !== undefined) readGrounding(grounding, model)
  const pages = asFields(holder.urlContextMetadata ?? holder.url_context_metadata)
  if (pages !== undefined) readPages(pages, model)
  const citations = asFields(holder.citationMetadata ?? holder.citation_metadata)
  if (citations !== undefined) readCitations(citations, model)
}

// places, documents and images count like pages; of an image, the page that shows it
function readGrounding(grounding: Fields, model: ModelWriter): void {
  for (const found of listOf(grounding, 'groundingChunks')) {
    if (!isFields(found)) continue
    const source = fieldsOf(found, 'web') ?? fieldsOf(found, 'retrievedContext') ?? fieldsOf(found, 'maps') ?? fieldsOf(found, 'image')
    const url = source === undefined ? undefined : (nameOf(source, 'uri') ?? nameOf(source, 'sourceUri') ?? nameOf(source, 'imageUri'))
    if (source !== undefined && url !== undefined) model.source(url, textOf(source, 'title'))
  }
}

// a page that could not be read is not a source
function readPages(pages: Fields, model: ModelWriter): void {
  for (const page of listOf(pages, 'urlMetadata')) {
    if (!isFields(page)) continue
    const url = nameOf(page, 'retrievedUrl')
    const status = textOf(page, 'urlRetrievalStatus') ?? READ
    if (url !== undefined && status === READ) model.source(url, undefined)
  }
}

const READ = 'URL_RETRIEVAL_STATUS_SUCCESS'

// the typed field is `citations`; the service has also sent `citationSources`
function readCitations(holder: Fields, model: ModelWriter): void {
  for (const citation of [...listOf(holder, 'citations'), ...listOf(holder, 'citationSources')]) {
    if (!isFields(citation)) continue
    const url = nameOf(citation, 'uri')
    if (url !== undefined) model.source(url, textOf(citation, 'title'))
  }
}
