import { config } from '#contract/calls';
import { type Served, serve } from '../core/dispatch.ts';

/** What the client must know of this site. `publicUrl` null = the origin of the request. */
export function siteCalls(site: { publicUrl: string | null; version: string }): Served[] {
  return [
    serve(config, ({ from }) => {
      const origin = site.publicUrl ?? from.url;
      return {
        api_url: origin,
        image_url: origin,
        site: { name: '漫屿', icp: '', police: '', contact: '' },
        coin: { name: '漫币', bonusName: '赠币' },
        login: { sms: false, password: false },
        channels: [],
        limits: { usernameMax: 50, passwordMax: 20, phoneMax: 11, codeMax: 6 },
        version: site.version,
      };
    }),
  ];
}
