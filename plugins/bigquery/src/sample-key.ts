/**
 * The body of a PKCS #8 key that exists only for the samples: no account has it.
 */
const BODY = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQD1SzGAySBGpt9e',
  'RD7n95JVxDMo2V/4ux4cLWHvO8nr9D0w3H0ma7LMVbdsjTRMPNhWu73AZ5xNK1zp',
  '7UmpicNZf35FIDaMdfmJLgA6s1dNLEjRapBuQS3J5d6pWHKq5fpTQmYrzH9a2tdi',
  '0K5040rN5tWOQRc1vT9T7AbyfzHfrgWHui95ux3il2xBCcIdB8lPpGqFrauXdWpQ',
  'QL4KGDK1GcAmbKq37wwz3Pohw0QCCGY+XVcunjzRdDEJrlz0LLmBoH7+me2HwDKC',
  'Kmb2rNUxujfE46YwfzM3rfF5Eq7nBfp5TDkd3Ww6RJxPdV8LBoKXNa4qaGZongcc',
  '1ijgJRpDAgMBAAECggEANC4+RiTC+nSmQMHo1eTbGualcXOokFuR4LGgy0kfP9QR',
  'rlLBRsqTWxeC8RMqxGsPJIhEqekAnYPzfInvaSL2zROrk13ybLfuEQoZn2MmV7Lr',
  'fK0cM3AnIvOFBeZcYlGRCmQuIvQaRYQXXJyC+Def4qRP2rarDtIG5j3oDm8Td379',
  'bIqaYqYCg6rkwlbTZR9e2npJSJICYLM40h1MD+uhFJGX2SLWeuQsY0GuPe2uPblh',
  'nHKNy7PqjHA9lwHqAgB6HA26I9gilNreb6RrJNs4y0Rv+dPtyQRxObEymGhozMF1',
  'Dl6gkuGhGz5E9XRzoyZ5MU3zlUSnjl6ZjZOglvl+yQKBgQD8pucQxXGslY2CX+24',
  '/O0GjjaS3HH8gWdnhXGwsE8Fpz/dHPfSMhOsBgeQ7cPhHubFjipcJUsyke83syqk',
  'yMJ8W+ujtWW15B7slgTmult4Kpn1AT3CYZJeLIKdXs66KqrYqSroEeu/IcoRoEGQ',
  '39p5/uJDJ82KJrDg9P6KOzeY2wKBgQD4i1QixFQSSldUvDx1nJZ8wr+kbrdBRAX1',
  'ZlrZ80PKi46l9ZEFVQv3fvw1+Eslh+eM4NtJSt1/VsLPGYq+JepsznN97hNGx3lw',
  'jPepus0BD0sFwAqiItGmvYG38kpS7pv5K8FftXsSx61RwbaeIXAYy3ZtlghZhDia',
  'DAUVAbYsuQKBgBf1n/4IK2KJgDT38exUGApCHEzLGQgwIWVA02pFHglUNgs6/wlw',
  '9Eqg+8Czu5qyuoHLnJrGcp4mFsB6fjXIUCFI+ky5HB8mtgQLqgVTcO8xYw5IAtpX',
  'NHE32V8hKYugFjmbuVTutiOXCbmoL++UOvzMvhpOQQCz8Jw0v5rOSNR3AoGBAL66',
  'jNIxPyLaEbJg0TSf+Yu8FzykCdT30mrDJSzj1T31Yn5Qt/0Tip9ev0TbSS9/31zo',
  'oN7ZqKgzeENdIm9QwVjGBTK6I+jI4pRQWS3Sv8b0aWn8OSy684+1FXqHYCnMGb1Y',
  'qog7yDpdKM/4i59FobQlTrhBzh6DrLvqRWwdaCNhAoGAOM4V1VrXjUAtgdJRTljM',
  'ny4fbt8BKsX/51XRfWoIw9MrlwkLDrxHdBXQtkp9hYe9ZKOgGB7KEPAXBTqTTq4Y',
  'snZxxdTtFJYZlkzrs2Yw4wjmBV0bf0/LdJmU9j7XCvSVRQa3WG5ETO9fTrOTLdaj',
  'NxYYroSlhgBOpqC5GYdQXYU=',
];

/** The private key of the samples, in PEM. */
export const SAMPLE_PRIVATE_KEY = ['-----BEGIN PRIVATE KEY-----', ...BODY, '-----END PRIVATE KEY-----', ''].join('\n');
