import type { Module } from '../../core/module/module.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { editorialCalls } from './calls.ts';
import type { Editorial } from './editorial.ts';

export function editorialModule(editorial: Editorial, catalog: Pick<Catalog, 'comic'>): Module {
  return { calls: editorialCalls(editorial, catalog), cacheTopics: { editorial: editorial.changed } };
}
