import type { FastifyRequest } from 'fastify';
import type { Limit } from '#contract/call';
import { addressKey, createLocalLimits } from '../core/rate-limit.ts';
import { createRequestSource, type Trust } from './request-source.ts';

/** What pages, feeds and pictures for strangers need to know of a request. */
export type Visits = {
  /** The origin that pages give as their own. */
  origin(request: FastifyRequest): string;
  /** Counts a request; true where its address has asked too often for the database to be asked once more. */
  isTooOften(request: FastifyRequest): boolean;
  /** Counts something that is made anew; true where its address has had too much made. */
  makesTooMuch(request: FastifyRequest): boolean;
};

/** More than crawlers and a household's readers ask for. It protects this process alone, so it is counted here. */
const LIMIT: Limit = { by: 'address', points: 300, seconds: 10 };
/** A crawler reads a large sitemap in some minutes. */
const MAKING: Limit = { by: 'address', points: 60, seconds: 60 };

export function createVisits(publicUrl: string | null, trust: Trust): Visits {
  const published = publicUrl === null ? null : new URL(publicUrl).origin;
  const source = createRequestSource(trust);
  const limits = createLocalLimits();
  return {
    origin: ({ raw }) => published ?? source.origin(raw),
    isTooOften: ({ raw }) => limits.take('visits', LIMIT, addressKey(source.address(raw))) !== null,
    makesTooMuch: ({ raw }) => limits.take('making', MAKING, addressKey(source.address(raw))) !== null,
  };
}
