/**
 * The body of a PKCS #8 key that exists only for the samples: no user has it.
 */
const BODY = [
  'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCuAVSWhWNJ7mfo',
  'EuhO6RbykHHrwYeKRtn40lAgidY2wRuDUyQfvjMkkappY9u0tXgB1D1EFByKF4Z+',
  'vkKXkIdT33FttXK2CHFjH9AbEk0GS2TbznMfVMkYrd7XPk9LziQevHQzK5ztjB7I',
  '1jClAv1dh/rc1Si5KU5Gd2EdiHvv+620PTI8Ic4vnLJPEgPpEYBOCCMY5f5J6Pgj',
  '/sw8ji0j13eWn8TlJTn70KlMH86NtcxML1h7MgHAAXNEtUF1BfY3i0eBDpyizoHs',
  '/r93zzbPeDPOsumvFxWj0/xruTl4zFh+0izUVXSGd9z5Mg13GLSmVAdxbsEM191v',
  'chDX+o1FAgMBAAECggEAEAqp9TYdf4REPdl5MEX96kviky6kcJBanQoql+1Z+3J7',
  '6lrNkqpl+NUzDDdIDiKV8NLTxeupIk2YuSUqN3xI3AGJnM8krawc/Y7CKhTBJB23',
  'eF1rY83DVYw5Mvr/TXvjyZYFjAgiL6Y1pyQgy1dGUdg5vbn34KYltyP488OQhYDo',
  'rzXMNw1b/ZnIOfUqxsSYOsRb7ZOeiLILMA2DGGexjv/jNsYBsiKevIAwIIgEZSKM',
  'i8cvqAowBzP0jbdTD6A2z9xgCPepJmxvqJPDTuTZ0SXZ9oFUZzYqA45T8fY5SKjh',
  'kRqJebVun95/Z6/IpFjyh980js83JDxXh7B6+sfY2wKBgQDjHLT00sO2zYzDVTmg',
  'rMX/SfNfY5/3bTYZbzcE4txviWak2MyoZ1oxiDtNn1PGQR5hfO7jssA+KK4dpq9o',
  'hrvRe4L9QPHMTKjfR3uLPe0e7XAP4KIE555OfzQRiT/GVzvMgYe8cXfakX7ioJ0A',
  'rnCHgWaRL5Tr7qzOND19nA7nlwKBgQDEI1btfnPLy5eQwR6aYS4PhNrYBfvPSKKN',
  'vXDkIue1t+dFKC7S+wTt/XT3/QqITacyaJ/I5GG+uAhAQ3xjmqAWNxCg+ApAHH1M',
  'CBh/gPzApVMEfQm7jyQnZm/7wL6N9gNhBZhkxlBStvMEdv8XDrI/sX/k4v8gBeHI',
  '8Ol5aA+tgwKBgQDP3maB7qbTmi9MWaT1Oy2+C6GFnVm8zWjGvtRM1JeOPuSD3Sr0',
  'uCQFUft1gG7c9p0n/YFpRyJNwk4bNYU21prxkWrDAb5Oj5vBQVwChhuSQyBeZ+vj',
  'MVvj3Ol7Y3PLxewlsijagcCBfMn2A6uwA/lbDUUjfbmAeGQSGB5v6XZ64QKBgGu+',
  'QgVKfo/H8iWJgKcrlSLfR1x9xPr0Gp+kHjykVAbF1FxwG3C4hde6cKO9tCh2B8+w',
  'G34+vtcGvzmWGOGaUjCB5TeXqgHX5Jh8pgB8uduVtcn0agFHO4QNSJzSH5taNjb4',
  '3OMW8Y7OgybDu5NN9mr4tZnlfGJ5+LLqbEbN/DbDAoGBAJW84LSXLShkZB0yMip/',
  '1r963KsI7Oju6lYVVU7+fQ6sFa6f17+sWgqLLlWgIRTUWUS9Y8oUvIPzEa7yizpJ',
  'AP0P1kzoasPtmOa1VyahtPm26DkjgYpohnzX71x26wjlll2uS2k84x/FHqY4fl61',
  'cl5oakosLJGmwy2+36qJh/0s',
];

/** A valid private key, for the samples. */
export const SAMPLE_PRIVATE_KEY = ['-----BEGIN PRIVATE KEY-----', ...BODY, '-----END PRIVATE KEY-----', ''].join('\n');
