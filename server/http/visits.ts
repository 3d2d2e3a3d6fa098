import type { FastifyRequest } from 'fastify';
import { perAddress } from '#contract/call';
import { createLocalLimits, takePerAddress } from '../core/limits/rate-limit.ts';
import { createRequestSource, type Trust } from './request-source.ts';

/** What pages, feeds and pictures for strangers need to know of a request. */
export type Visits = {
  /** The origin that pages give as their own. */
  origin(request: FastifyRequest): string;
  /** Counts a request; true where its address or network has asked too often for the database to be asked once more. */
  isTooOften(request: FastifyRequest): boolean;
  /** Counts something that is made anew; true where its address or network has had too much made. */
  makesTooMuch(request: FastifyRequest): boolean;
};

/** More than crawlers and a household's readers ask for. It protects this process alone, so it is counted here. */
const LIMITS = perAddress(300, 10);
/** A crawler reads a large sitemap in some minutes. */
const MAKING = perAddress(60, 60);

export function createVisits(publicUrl: string | null, trust: Trust): Visits {
  const published = publicUrl === null ? null : new URL(publicUrl).origin;
  const source = createRequestSource(trust);
  const limits = createLocalLimits();
  return {
    origin: ({ raw }) => published ?? source.origin(raw),
    isTooOften: ({ raw }) => takePerAddress(limits, 'visits', LIMITS, source.address(raw)) !== null,
    makesTooMuch: ({ raw }) => takePerAddress(limits, 'making', MAKING, source.address(raw)) !== null,
  };
}
