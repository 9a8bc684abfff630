{
  "variables": {
    "manifest%": "./native/build.json"
  },
  "targets": [
    {
      "target_name": "<!(node -p \"require('<(manifest)').target\")",
      "sources": [
        "<!@(node -p \"require('<(manifest)').core.join('\\n')\")",
        "<!@(node -p \"require('<(manifest)').addon.join('\\n')\")"
      ],
      "include_dirs": [
        "native",
        "<!@(node -p \"require('node-addon-api').include_dir\")"
      ],
      "defines": [
        "NAPI_VERSION=<!(node -p \"require('<(manifest)').napiVersion\")",
        "NAPI_CPP_EXCEPTIONS"
      ],
      "cflags!": ["-fno-exceptions"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti", "-std=gnu++17", "-std=gnu++20"],
      "cflags_cc": [
        "-std=c++<!(node -p \"require('<(manifest)').cxxStandard\")",
        "<!@(node -p \"require('<(manifest)').optimization.join(' ')\")",
        "<!@(node -p \"require('<(manifest)').floatingPoint.join(' ')\")"
      ],
      "xcode_settings": {
        "GCC_ENABLE_CPP_EXCEPTIONS": "YES",
        "CLANG_CXX_LANGUAGE_STANDARD": "c++<!(node -p \"require('<(manifest)').cxxStandard\")",
        "OTHER_CPLUSPLUSFLAGS": ["<!@(node -p \"require('<(manifest)').floatingPoint.join(' ')\")"]
      },
      "msvs_settings": {
        "VCCLCompilerTool": {
          "ExceptionHandling": 1,
          "AdditionalOptions": ["/std:c++<!(node -p \"require('<(manifest)').cxxStandard\")", "/fp:precise"]
        }
      }
    }
  ]
}
